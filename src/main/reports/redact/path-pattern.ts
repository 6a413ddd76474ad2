/** Between the names of a path, on any system, as it is or as JSON and addresses spell it. */
const separator = String.raw`(?:\\{0,4}/{1,2}|\\{1,4}|%2[Ff]|%5[Cc])`
const nameCharacter = String.raw`(?:[\p{L}\p{N}\p{M}._+~@#$!%-]|\\[ ])`
/** A name with spaces in it, which nothing but a separator ends: `John Smith`, `Program Files (x86)`. */
const spacedName = String.raw`[^\\/:*?"'<>|\r\n\x60]{0,99}[^\\/:*?"'<>|\s\x60]`
/** In paths with slashes a space goes on only before a capital, because prose has slashes too. */
const capitalisedName = String.raw`${nameCharacter}+(?:[ ][\p{Lu}\p{N}(][^\\/:*?"'<>|\s\x60]*){0,3}`
const rest = String.raw`(?:(?:${capitalisedName})(?=${separator})${separator})*${nameCharacter}*`

/** Where a path may begin: after no word; or after an escaped line end, a flag such as -I, a colour of a terminal. */
const noWord = String.raw`(?:(?<![\p{L}\p{N}\p{M}_.~<%\\/-])|(?<=\\[nrt])|(?<=(?<![\p{L}\p{N}])-[A-Za-z])|(?<=\x1b\[[\d;]{0,9}m))`
const homes = '(?:home|Users|Documents and Settings)'

const kinds = [
  // Inside quotation marks a path goes on to the closing one.
  String.raw`(?<=(["'\x60]))(?:file:|~[\\/]|[A-Za-z]:[\\/]|(?:\\{2,8}|/)(?=\p{L}[^"'\x60\r\n<>|\\/]{0,200}[\\/]))[^"'\x60\r\n<>|]{0,300}?(?=\\{0,4}\1)`,
  String.raw`file:${separator}{0,3}(?:[A-Za-z](?::|%3[Aa])${separator})?${rest}`,
  // C:\Users\…, C:/Users/…, \\?\C:\…
  String.raw`(?:\\{1,4}[?.]\\{1,4}|(?<![\p{L}\p{N}])|(?<=\\[nrt]))[A-Za-z](?::|%3[Aa])(?:\\{1,4}(?:${spacedName}\\{1,4})*${nameCharacter}*|${separator}(?=[\p{L}\p{N}._%$~@])(?!/)${rest})`,
  // \\server\share\…, as JSON has it too
  String.raw`(?<![\p{L}\p{N}\\:])\\{2,8}[\p{L}\p{N}._$-]+\\{1,4}(?:${spacedName}\\{1,4})*${nameCharacter}+`,
  String.raw`(?<![\p{L}\p{N}\\:/])//[\p{L}\p{N}._$-]+/${rest}`,
  // ~/…, ~name/…
  String.raw`(?<![\p{L}\p{N}\p{M}_./\\~-])~[\p{L}\p{N}._-]{0,40}${separator}${rest}`,
  // The folders of Claude Code: -home-name-project, C--Users-name-project
  String.raw`(?<![\p{L}\p{N}-])(?:[A-Za-z]-)?-(?:home|Users)-[\p{L}\p{N}._-]+`,
  // In an address behind its host
  String.raw`(?<=://[^\s/"'<>]{0,100})${separator}${homes}${separator}${rest}`,
  String.raw`${noWord}${separator}root(?![\p{L}\p{N}_-])(?:${separator}${rest})?`,
  String.raw`${noWord}(?:\\{0,4}/|%2[Ff])(?:${capitalisedName})(?:\\{0,4}/|%2[Ff])${rest}`,
]

/** Absolute paths and those below a home folder, of Linux, macOS, Windows, WSL and MSYS. */
export const pathPattern = new RegExp(kinds.map((kind) => `(?:${kind})`).join('|'), 'gu')

/** One spelling for all that name the same place: slashes, no `file:`, drives as `c:`. */
export function normalisePath(path: string): string {
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // Not encoded after all.
  }
  return plain
    .replaceAll(/\\ /g, ' ')
    .replaceAll(/[\\/]+/g, '/')
    .replace(/^file:/i, '')
    .replace(/^\/[?.]\//, '')
    .replace(/^\/?(?:mnt\/)?([A-Za-z])(?::|(?=\/))(?=\/|$)/, (_, drive: string) => `${drive.toLowerCase()}:`)
    .replace(/[.\s]+$|\/$/, '')
}
