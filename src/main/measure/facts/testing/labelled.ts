/** Sentences of users, each with what a person would call it. The first half of each list served to write the rules. */
export type Labelled = {
  readonly language: string
  readonly constraints: readonly string[]
  readonly others: readonly string[]
}
