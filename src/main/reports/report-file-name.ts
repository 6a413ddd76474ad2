/** `prompt-v6-against-v7-3f3f3f3f.safeHtml`: the name of an experiment in small plain letters, and its content hash. */
export function reportFileName(
  { name, contentSha256 }: { readonly name: string; readonly contentSha256: string },
  extension: string,
): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return `${slug === '' ? 'experiment' : slug}-${contentSha256.slice(0, 8)}.${extension}`
}
