/** The namespace of the shards, as the settings of the Worker have it. It knows no class: the class needs it. */

/**
 * The namespace in a binding; `null` if this Waypost has no store of links.
 *
 * @param jurisdiction - where the objects must stay; `null` = anywhere
 */
export function namespaceIn<Shard extends Rpc.DurableObjectBranded>(
  binding: object | undefined,
  jurisdiction: DurableObjectJurisdiction | null,
): DurableObjectNamespace<Shard> | null {
  if (binding === undefined || !isNamespace<Shard>(binding)) return null;
  return jurisdiction === null ? binding : binding.jurisdiction(jurisdiction);
}

/** wrangler.toml says that the objects of a namespace are those of our class, which nothing can ask. */
function isNamespace<Shard extends Rpc.DurableObjectBranded>(
  binding: object,
): binding is DurableObjectNamespace<Shard> {
  return 'getByName' in binding;
}
