/** What an ASCII character is to an encoding. */
const upper = 1
const lower = 2
const digit = 3
const newline = 4
const space = 5
const symbol = 6
/** Behind the end of the text. */
const nothing = 7
/** Any other character, of which Unicode has to be asked. */
const foreign = 0

const classes = Uint8Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)))

function classify(character: string): number {
  if (/[A-Z]/.test(character)) return upper
  if (/[a-z]/.test(character)) return lower
  if (/\d/.test(character)) return digit
  if (/[\r\n]/.test(character)) return newline
  return /\s/.test(character) ? space : symbol
}

function classifyCharacter(text: string, at: number): number {
  if (at >= text.length) return nothing
  const code = text.charCodeAt(at)
  return code < 128 ? (classes[code] ?? foreign) : foreign
}

const [apostrophe, slash, blank] = [0x27, 0x2f, 0x20]

/**
 * Where the piece ends that begins at a place of a text, as the pattern of o200k_base splits it; -1 where a character that
 * is no ASCII has a say in it, and the pattern has to be asked. Code and English hold few of those, and this is several
 * times as fast: to split was most of what counting took.
 */
export function findPieceEnd(text: string, from: number): number {
  const first = classifyCharacter(text, from)
  if (first === foreign) return -1
  if (first === digit) return findDigitsEnd(text, from)
  const isLetter = first === upper || first === lower
  // A blank or a sign belongs to the word behind it.
  const wordStart = isLetter || first === newline ? from : from + 1
  const next = isLetter ? first : first === newline ? newline : classifyCharacter(text, wordStart)
  if (next === foreign) return -1
  if (next === upper || next === lower) return findWordEnd(text, wordStart)
  if (first === symbol) return findSymbolsEnd(text, from)
  if (next === symbol && text.charCodeAt(from) === blank) return findSymbolsEnd(text, wordStart)
  return findSpaceEnd(text, from)
}

function findDigitsEnd(text: string, from: number): number {
  let end = from + 1
  while (end < from + 3 && classifyCharacter(text, end) === digit) end += 1
  return end < from + 3 && classifyCharacter(text, end) === foreign ? -1 : end
}

/** Capitals, small letters, and what is left of `is`, `will` and their like. */
function findWordEnd(text: string, from: number): number {
  let end = from
  while (classifyCharacter(text, end) === upper) end += 1
  while (classifyCharacter(text, end) === lower) end += 1
  if (classifyCharacter(text, end) === foreign) return -1
  if (end >= text.length || text.charCodeAt(end) !== apostrophe) return end
  const [one, two] = [text.charAt(end + 1).toLowerCase(), text.charAt(end + 2).toLowerCase()]
  if (one === 's' || one === 'd' || one === 'm' || one === 't') return end + 2
  return (one === 'l' && two === 'l') || ((one === 'v' || one === 'r') && two === 'e') ? end + 3 : end
}

function findSymbolsEnd(text: string, from: number): number {
  let end = from
  while (classifyCharacter(text, end) === symbol) end += 1
  if (classifyCharacter(text, end) === foreign) return -1
  while (end < text.length && (text.charCodeAt(end) === slash || classifyCharacter(text, end) === newline))
    end += 1
  return end
}

/** Up to the last line break; without one, all but the blank that belongs to the word behind them. */
function findSpaceEnd(text: string, from: number): number {
  let end = from
  let lines = -1
  for (
    let kind = classifyCharacter(text, end);
    kind === space || kind === newline;
    kind = classifyCharacter(text, end)
  ) {
    end += 1
    if (kind === newline) lines = end
  }
  const behind = classifyCharacter(text, end)
  if (behind === foreign) return -1
  if (lines >= 0) return lines
  return behind === nothing || end === from + 1 ? end : end - 1
}
