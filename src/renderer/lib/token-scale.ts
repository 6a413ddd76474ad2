/** Whose count tokens are in: the model's, by what the task recorded, or Dewpoint's own. */
export type TokenScale = 'calibrated' | 'counted'

export const scaleWords: Readonly<Record<TokenScale, string>> = {
  calibrated: 'model’s count',
  counted: 'our count',
}

export const scaleTitles: Readonly<Record<TokenScale, string>> = {
  calibrated:
    'Tokens are in the count of the model, by what the task recorded. Messages has them in our count',
  counted:
    'Tokens are counted by Dewpoint. Where a task recorded sizes, the Timeline has them in the count of the model',
}
