/** Says that figures are still coming in, or nothing where none are. */
export function MeasuringNote({
  progress,
}: {
  readonly progress: { readonly done: number; readonly total: number } | null
}) {
  if (progress === null) return null
  return (
    <span className="figure" role="status">
      Measuring quality: {progress.done} of {progress.total}
    </span>
  )
}
