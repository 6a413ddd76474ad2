/** What a new experiment begins with: something that can be started as it is, with every choice said in words. */
export function newExperimentText(taskIds: readonly string[]): string {
  const tasks = taskIds.length === 0 ? ' []' : taskIds.map((id) => `\n  - ${JSON.stringify(id)}`).join('')
  return `name: Untitled experiment
question: Which of these keeps most of what the task goes on to use?
tasks:${tasks}
checkpoints:
  at: [0.5, 0.7, 0.9] # shares of the messages
variants:
  - id: native
    provider: native
    profile: extractive
  - id: lossless
    provider: lossless
  - id: balanced
    provider: smart
    preset: balanced
    profile: extractive
metrics: [compression, validity, artifacts, facts, continuation, cost, time]
baseline: native
`
}
