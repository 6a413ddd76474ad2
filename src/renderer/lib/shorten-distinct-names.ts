/** Beyond its limit by so many characters at a time grows a name that would look like another one. */
const growth = 4

/**
 * Names of at most so many characters, cut in the middle where they are too long. They stay longer where two would look
 * alike. Equal names have one.
 */
export function shortenDistinctNames(names: readonly string[], most: number): ReadonlyMap<string, string> {
  const lengths = new Map(names.map((name) => [name, most]))
  for (;;) {
    const short = new Map([...lengths].map(([name, length]) => [name, cutMiddle(name, length)]))
    const shown = [...short.values()]
    const alike = [...short].filter(([, text]) => shown.filter((other) => other === text).length > 1)
    if (alike.length === 0) return short
    for (const [name] of alike) lengths.set(name, (lengths.get(name) ?? most) + growth)
  }
}

function cutMiddle(name: string, most: number): string {
  const characters = Array.from(name)
  if (characters.length <= most) return name
  const head = Math.ceil((most - 1) / 2)
  return [...characters.slice(0, head), '…', ...characters.slice(characters.length - (most - 1 - head))].join(
    '',
  )
}
