type ExperimentViewProps = {
  readonly experimentId: string
  readonly place: string | null
  readonly steps: readonly string[]
}

/** One experiment. */
export function ExperimentView({ experimentId }: ExperimentViewProps) {
  return <p>{experimentId}</p>
}
