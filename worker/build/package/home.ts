/** What a public package says of its home. */

/** npm refuses a private package only when it uploads it, so `npm publish --dry-run` needs this, too. */
const REFUSAL = 'echo Set repository in package.json, build again, and publish that. && exit 1';

/**
 * The members of package.json that a release gives the package. Without `repository` in the package.json of the
 * repository, which a release sets, the package is private, and npm refuses to publish it.
 *
 * @throws Error if it is not the address of a repository
 * @example
 * ```ts
 * packageHome(undefined).private; // true
 * packageHome('git+https://forge.example/you/waypost.git').bugs; // 'https://forge.example/you/waypost/issues'
 * ```
 */
export function packageHome(repository: string | undefined): Readonly<Record<string, unknown>> {
  if (repository === undefined) return { private: true, scripts: { prepublishOnly: REFUSAL } };
  const page = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  if (!/^https:\/\/[\w.-]+\/[\w./-]+$/.test(page)) {
    throw new Error(`\`repository\` of package.json is ${repository}; write it as git+https://host/owner/name.git.`);
  }
  return { repository: { type: 'git', url: repository }, homepage: `${page}#readme`, bugs: `${page}/issues` };
}
