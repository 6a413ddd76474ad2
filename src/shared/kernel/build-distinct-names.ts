type Named = { readonly id: string; readonly label: string }

/** Names by id: labels, with the id behind those that read like the name of another one. */
export function buildDistinctNames(named: readonly Named[]): ReadonlyMap<string, string> {
  const owners = new Map<string, Set<string>>()
  const noteName = (name: string, id: string): void => {
    const looks = normaliseLook(name)
    owners.set(looks, (owners.get(looks) ?? new Set()).add(id))
  }
  for (const one of named) {
    noteName(one.id, one.id)
    noteName(pickPlainName(one), one.id)
  }
  return new Map(
    named.map((one) => {
      const name = pickPlainName(one)
      const isAlone = owners.get(normaliseLook(name))?.size === 1
      return [one.id, isAlone || name === one.id ? name : `${name} (${one.id})`]
    }),
  )
}

function pickPlainName({ id, label }: Named): string {
  return label === '' ? id : label
}

/** What a reader sees of a name, who does not tell widths, cases and characters without a shape. */
function normaliseLook(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}
