/** Values that are made once for each of the objects that they belong to, and go with them. */

/** `make`, called once for each object. An error is not kept. */
export function oncePer<Owner extends WeakKey, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<Owner, { readonly value: Value }>();
  return (owner) => {
    const known = values.get(owner);
    if (known !== undefined) return known.value;
    const value = make(owner);
    values.set(owner, { value });
    return value;
  };
}
