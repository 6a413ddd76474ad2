/** 32-bit FNV-1a over UTF-16 code units (Fowler, Noll, Vo): fast, stable, not for secrets. */
export function hashFnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  // The low bits of similar texts are alike: fold the high ones in.
  return (hash ^ (hash >>> 16)) >>> 0
}
