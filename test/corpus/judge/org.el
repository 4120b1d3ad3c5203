;; Prints a text of standard input as the parser of Org reads it: its elements, texts and links, one in each line.
(require 'org-element)
(setq org-inhibit-startup t org-element-use-cache nil)

(defun shown (node)
  (cond ((stringp node) (princ (substring-no-properties node)) (terpri))
        (node
         (princ (org-element-type node)) (terpri)
         (dolist (key '(:raw-link :search-option :value :key :raw-value :tag :parameters :label :path))
           (let ((value (org-element-property key node)))
             ;; The value of a headline or of a keyword may be text with links in it.
             (when (and (stringp value) (not (and (eq key :path) (eq (org-element-type node) 'link))))
               (princ (format "%s\n" value)))))
         (dolist (key '(:title :tag :value))
           (let ((value (org-element-property key node)))
             (when (consp value) (mapc #'shown value))))
         (mapc #'shown (org-element-contents node)))))

(with-temp-buffer
  (let ((coding-system-for-read 'utf-8-unix)
        (coding-system-for-write 'utf-8-unix))
    (insert-file-contents (pop command-line-args-left))
    (setq org-mode-hook nil)
    (delay-mode-hooks (org-mode))
    (set-language-environment "UTF-8")
    (shown (org-element-parse-buffer))))
