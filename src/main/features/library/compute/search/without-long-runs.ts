/** Characters of a run that nobody reads or types: data in base64, hashes one after the other. */
const longest = 400

const longRun = new RegExp(String.raw`[\w+/=-]{${longest}}`, 'g')
const inRun = /[\w+/=-]/

/** A text without its runs of data. A pattern alone would not do: V8 gives up on runs of some millions. */
export function withoutLongRuns(text: string): string {
  let kept = ''
  let from = 0
  longRun.lastIndex = 0
  for (let match = longRun.exec(text); match !== null; match = longRun.exec(text)) {
    kept += text.slice(from, match.index)
    from = longRun.lastIndex
    while (from < text.length && inRun.test(text.charAt(from))) from += 1
    longRun.lastIndex = from
  }
  return from === 0 ? text : kept + text.slice(from)
}
