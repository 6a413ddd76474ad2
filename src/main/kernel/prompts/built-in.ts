import type { Prompt, PromptPurpose } from '../../../shared/prompts/prompt-types.ts'

/** When the built-in prompts were written: 2026-11-01, in milliseconds since 1970. */
const writtenTs = Date.UTC(2026, 10, 1)

/** Prompts that ship with Dewpoint, in our own words. A changed text is a new version, never an edit. */
export const builtInPrompts: readonly Prompt[] = [
  makeBuiltInPrompt('built-in-conversation', 'Built-in: conversation', 'conversation', [
    `You are about to hand a running task over to yourself, with an empty memory. Write down everything that is needed to go on without asking anybody.

Use exactly these six sections:
1. Previous conversation: what the user asked for and how the talk went, with every rule that the user laid down, word for word.
2. Current work: what was being done just now, in detail.
3. Key technical concepts: technologies, versions, conventions and patterns that matter here.
4. Relevant files and code: each file that was read, created, modified or deleted, with its full path, why it matters, and the passages of code that must not be lost.
5. Problem solving: what went wrong, exact error messages, what was tried, what worked and what is still open.
6. Pending tasks and next steps: everything that was asked for and is not done, and the next step, with verbatim quotes of the latest messages that call for it.

Be complete and exact: paths, names, numbers and commands as they were. Answer with the summary only.`,
  ]),
  makeBuiltInPrompt('built-in-tool-output', 'Built-in: output of a tool', 'tool-output', [
    `You are given the output of one tool that a coding agent called. Shorten it to what the agent could still need later.

Keep exactly, word for word: file paths, names of functions, types and settings, numbers, versions, commands, error messages with their codes and places, and whether the call succeeded.
Of code, keep signatures and what is unusual; leave out what is repeated, empty or obvious. Of listings and logs, keep what stands out and say how much more there was.

Answer with the shortened output only, without any introduction.`,
  ]),
]

/** The newest text of the built-in prompt for a purpose. */
export function readBuiltInPrompt(purpose: PromptPurpose): string {
  const prompt = builtInPrompts.find((candidate) => candidate.purpose === purpose)
  return prompt?.versions.at(-1)?.text ?? ''
}

function makeBuiltInPrompt(
  id: string,
  name: string,
  purpose: PromptPurpose,
  texts: readonly string[],
): Prompt {
  const versions = texts.map((text, index) => ({
    version: index + 1,
    text,
    note: 'Ships with Dewpoint.',
    createdTs: writtenTs,
  }))
  return { id, name, purpose, isBuiltIn: true, versions }
}
