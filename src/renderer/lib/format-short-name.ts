const longest = 14

/**
 * The end of a path's last name, which differs where names are ids or share a
 * prefix. Empty for no path.
 */
export function formatShortName(path: string): string {
  const last = path.split(/[\\/]/).findLast((name) => name !== '') ?? ''
  const characters = Array.from(last.replace(/\.jsonl?$/, ''))
  return characters.length <= longest ? characters.join('') : `…${characters.slice(1 - longest).join('')}`
}
