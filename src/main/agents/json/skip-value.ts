const quote = 0x22
const backslash = 0x5c

/** Index of the first character at or after `start` that is no JSON white space. */
export function skipSpace(text: string, start: number): number {
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

/** End of the string that opens at `start`, behind its closing quote; -1 where the text ends inside it. */
function skipString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at + 1
    at = text.indexOf('"', at + 1)
  }
  return -1
}

function skipScalar(text: string, start: number): number {
  let at = start
  while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at += 1
  return at === text.length || at === start ? -1 : at
}

/**
 * End of the JSON value that starts at `start`, found by counting brackets outside strings; -1 where the text
 * ends inside it. It does not say that the value is valid: `JSON.parse` of the segment does. Never recurses.
 */
export function skipValue(text: string, start: number): number {
  const first = text.charAt(start)
  if (first === '"') return skipString(text, start)
  if (first !== '{' && first !== '[') return skipScalar(text, start)
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = skipString(text, at) - 1
      if (at < 0) return -1
    } else if (code === 0x7b || code === 0x5b) depth += 1
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
