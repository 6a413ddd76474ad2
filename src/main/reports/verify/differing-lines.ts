import { readable } from './figures-of.ts'

type Difference = { readonly where: string; readonly says: string; readonly comesTo: string }

const mostShown = 20
const longestExcerpt = 160

/**
 * Where two reports differ, line by line, each with the section that it stands in. Lines that were added or left out
 * move those after them; then the first difference says it, and the last lines that are equal end the search.
 */
export function differingLines(report: string, expected: string): Difference[] {
  if (report === expected) return []
  const says = report.split('\n')
  const comesTo = expected.split('\n')
  let section = 'Head'
  const differences: Difference[] = []
  for (let at = 0; at < Math.max(says.length, comesTo.length) && differences.length < mostShown; at += 1) {
    const line = comesTo[at]
    const heading = line === undefined ? null : /<h2[^>]*>(.*?)<\/h2>/.exec(line)
    if (heading !== null) section = readable(heading[1] ?? '')
    if (line?.startsWith('<footer>') === true) section = 'End'
    if (says[at] === line) continue
    differences.push({ where: section, ...excerpts(says[at], line) })
    if (says.length !== comesTo.length) break
  }
  return differences
}

/** Both from shortly before the first character that differs; as text where the texts differ, else as they stand. */
function excerpts(one: string | undefined, other: string | undefined): Omit<Difference, 'where'> {
  const [says, comesTo] = [readable(one ?? ''), readable(other ?? '')]
  return says === comesTo ? cut(one ?? '', other ?? '') : cut(says, comesTo)
}

function cut(says: string, comesTo: string): Omit<Difference, 'where'> {
  let same = 0
  while (same < says.length && says[same] === comesTo[same]) same += 1
  const from = Math.max(0, same - 40)
  const excerpt = (text: string): string => {
    const part = text.slice(from, from + longestExcerpt)
    return part === ''
      ? 'nothing'
      : `${from > 0 ? '…' : ''}${part}${from + longestExcerpt < text.length ? '…' : ''}`
  }
  return { says: excerpt(says), comesTo: excerpt(comesTo) }
}
