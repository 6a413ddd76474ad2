import { normalisePath, pathPattern } from './path-pattern.ts'

/** Names that many machines have, and that tell nobody apart; and the words of the placeholders. */
const everybody = new Set(
  `root user users home admin administrator public shared default guest test runner node ubuntu debian vscode
  codespace app dev git www data all path email key address name none true false null local
  example sandbox username yourname name work workspace project projects task tasks`.split(/\s+/),
)
/** Three characters or more, and no `...` or `${name}` that somebody wrote in the place of a name. */
const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@ -]{2,}$/u

/** Names of users in the home folders that a text mentions. */
export function findUserNames(text: string): readonly string[] {
  return [...text.matchAll(pathPattern)].flatMap(([path]) => {
    const name = userNameIn(path)
    return name !== null && isName.test(name) && !everybody.has(name.toLowerCase()) ? [name] : []
  })
}

function userNameIn(path: string): string | null {
  const dashed = /^(?:[A-Za-z]-)?-(?:home|Users)-([\p{L}\p{N}._]+)/u.exec(path)
  if (dashed !== null) return dashed[1] ?? null
  const tilde = /^~([\p{L}\p{N}._-]+)/u.exec(path)
  if (tilde !== null) return tilde[1] ?? null
  const names = normalisePath(path).split('/')
  // Deeper down `home` is a folder like any other.
  const home = names.findIndex(
    (name, index) => index <= 4 && /^(?:home|users|documents and settings)$/i.test(name),
  )
  const name = home < 0 ? undefined : names[home + 1]
  return name === undefined || name === '' ? null : name
}
