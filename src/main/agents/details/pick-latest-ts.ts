/** The latest of the recorded times; the file's own time only where nothing else is known. */
export function pickLatestTs(recorded: readonly unknown[], changedTs: number | null): number | null {
  let latest: number | null = null
  for (const ts of recorded) {
    if (typeof ts === 'number' && Number.isFinite(ts) && (latest === null || ts > latest)) latest = ts
  }
  return latest ?? changedTs
}
