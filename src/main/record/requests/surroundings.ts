import type { Message } from '../../../shared/kernel/message.ts'

/** What of a request the environment block of its question tells. */
export type Surroundings = {
  readonly model: string | null
  /** With the mode, the system prompt and the tools change. */
  readonly mode: string | null
}

/** Names what changes with the system prompt and the tools. */
export function formatSurroundingsGroup({ model, mode }: Surroundings): string {
  return `${model ?? ''}\n${mode ?? ''}`
}

/** Model and mode that a message names in its environment block; null where it names none. Long texts have theirs at the end. */
export function readSurroundings({ role, content }: Message): Surroundings {
  if (role !== 'user') return { model: null, mode: null }
  const texts = typeof content === 'string' ? [content] : content.flatMap((block) => readBlockText(block))
  const text = texts.findLast((one) => one.includes('<environment_details>'))
  const block = text?.slice(text.lastIndexOf('<environment_details>')) ?? ''
  return {
    model: /^<model>([^<\n]{1,200})<\/model>/m.exec(block)?.[1] ?? null,
    mode:
      /^# Current Mode\n<slug>([^<\n]{1,200})<\/slug>/m.exec(block)?.[1] ??
      /^# Current Mode\n((?:PLAN|ACT) MODE)\b/m.exec(block)?.[1] ??
      null,
  }
}

function readBlockText(block: object): string[] {
  return 'text' in block && typeof block.text === 'string' ? [block.text] : []
}
