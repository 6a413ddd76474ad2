/** A text without the NUL characters and the white space around it: a crash leaves them where a file was not written yet. */
export function withoutZeros(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isEmpty(text.charCodeAt(start))) start += 1
  while (start < end && isEmpty(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isEmpty(code: number): boolean {
  return code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d)
}
