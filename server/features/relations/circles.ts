/** The shortest path from one bug to another along relations, with both ends; undefined if there is none. */
export function pathBetween(
  edges: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): string[] | undefined {
  const next = Map.groupBy(edges, (edge) => edge.from);
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of cameFrom.keys()) {
    if (id === to) return wayTo(cameFrom, to);
    for (const { to: other } of next.get(id) ?? []) if (!cameFrom.has(other)) cameFrom.set(other, id);
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const way: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) way.unshift(id);
  return way;
}
