import { makeSlug } from '../../../../shared/kernel/make-slug.ts'

/** `prompt-v6-against-v7-3f3f3f3f.html`: the name of an experiment in small plain letters, and its content hash. */
export function formatReportFileName(
  { name: title, contentSha256 }: { readonly name: string; readonly contentSha256: string },
  extension: string,
  /** What sets this one apart from other reports of the experiment: `redacted`. */
  marks: readonly string[] = [],
): string {
  const name = [makeSlug(title, 60) || 'experiment', contentSha256.slice(0, 8), ...marks].join('-')
  return `${name}.${extension}`
}
