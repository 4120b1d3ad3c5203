/** What UTS 46 must know of a code point that is not mapped, as bits of one number. None = disallowed. */

/** `valid` or `deviation` in the mapping table (UTS 46 §5). */
export const VALID = 1 << 0;
/** `ignored` in the mapping table. */
export const IGNORED = 1 << 1;
/** General_Category = Mark. */
export const MARK = 1 << 2;

/** Joining_Type L or D: joins the next letter (RFC 5892 Appendix A.1). */
export const JOINS_NEXT = 1 << 3;
/** Joining_Type R or D: joins the previous letter. */
export const JOINS_PREVIOUS = 1 << 4;
/** Joining_Type T. */
export const TRANSPARENT = 1 << 5;

/** Bidi_Class L (RFC 5893 §2). */
export const LEFT_TO_RIGHT = 1 << 6;
/** Bidi_Class R or AL. */
export const RIGHT_TO_LEFT = 1 << 7;
/** Bidi_Class AN. */
export const ARABIC_NUMBER = 1 << 8;
/** Bidi_Class EN. */
export const EUROPEAN_NUMBER = 1 << 9;
/** Bidi_Class ES, CS, ET, ON or BN. */
export const NEUTRAL = 1 << 10;
/** Bidi_Class NSM. */
export const NONSPACING_MARK = 1 << 11;

/** Canonical_Combining_Class = Virama (9). */
export const VIRAMA = 1 << 12;
