/** Who asks, and how it is found out whether another owner of runs and experiments still lives. */
export type Owner = Readonly<{
  processId: number
  /** Tells apart two openings of the store by processes that got the same number. */
  instance: string
  isAlive: (processId: number, instance: string) => boolean
}>
