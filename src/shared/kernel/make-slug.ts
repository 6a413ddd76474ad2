/** A name as ids and files have it: plain small letters and digits, with dashes between; empty where it has none of them. */
export function makeSlug(name: string, mostCharacters: number): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join('-')
  return slug.slice(0, mostCharacters).replace(/-$/, '')
}
