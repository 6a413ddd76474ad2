import { longFiles } from './project.ts'

/** What the scripted model wants done, in words that each agent has a tool for. */
export type Act =
  | { readonly kind: 'read'; readonly file: string }
  | { readonly kind: 'search'; readonly pattern: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'plan'; readonly items: readonly PlanItem[] }

/** An item of a to-do list. */
export type PlanItem = { readonly text: string; readonly status: 'pending' | 'in_progress' | 'completed' }

/** One answer of the scripted model. Without acts it ends the turn of its prompt. */
export type Step = {
  readonly says: string
  readonly thinks?: string
  readonly acts?: readonly Act[]
  /** Size of its request as a part of the size at which the agent condenses. */
  readonly share: number
}

/** What a person types, and the answers that follow. */
export type Turn = { readonly prompt: string; readonly steps: readonly Step[] }

const check: Act = { kind: 'run', command: 'node tools/check.mjs' }
const read = (file: string): Act => ({ kind: 'read', file })
const planned = ['Find the wrong total', 'Mend it', 'Set the limit'] as const
const plan = (done: number): Act => ({
  kind: 'plan',
  items: planned.map((text, at) => ({
    text,
    status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
  })),
})
const [routes, labels, depots] = longFiles

const mending: Turn = {
  prompt: `Parcels over 20 kg pay the surcharge twice.
Mend that, and run node tools/check.mjs after each change.
Never edit src/generated. The weight limit is 31 kg.`,
  steps: [
    { says: 'A plan first.', thinks: 'Two rules, one value.', acts: [plan(0)], share: 0.1 },
    {
      says: 'The price, the zones and the package at once.',
      acts: [read('src/price.ts'), read('src/zones.ts'), read('package.json')],
      share: 0.15,
    },
    { says: '', acts: [{ kind: 'search', pattern: 'surcharge' }], share: 0.2 },
    { says: 'The check as it is.', acts: [check], share: 0.25 },
    {
      says: 'The surcharge is added twice.',
      thinks: 'total adds it again above 20 kg.',
      acts: [
        {
          kind: 'edit',
          file: 'src/price.ts',
          from: '  let sum = base(parcel) + surcharge(parcel)\n  if (parcel.kg > HEAVY_KG) sum += surcharge(parcel)\n  return sum\n',
          to: '  return base(parcel) + surcharge(parcel)\n',
        },
      ],
      share: 0.3,
    },
    { says: '', acts: [check], share: 0.35 },
    {
      says: 'All tracking events, to see what is weighed.',
      acts: [{ kind: 'run', command: 'node tools/events.mjs' }],
      share: 0.5,
    },
    { says: '', acts: [plan(2), read(routes)], share: 0.7 },
    { says: 'The total is right now. The limit is next: shall I set it?', share: 0.8 },
  ],
}

const limiting: Turn = {
  prompt: 'Yes, set the limit. Look at the labels before.',
  steps: [
    { says: 'The labels, then the limit.', acts: [read(labels)], share: 0.9 },
    { says: '', acts: [read('src/zones.ts')], share: 1.02 },
    {
      says: 'Setting the limit.',
      acts: [{ kind: 'edit', file: 'src/zones.ts', from: 'LIMIT_KG = 30', to: 'LIMIT_KG = 31' }],
      share: 1.03,
    },
    {
      says: '',
      thinks: 'Run the check again.',
      acts: [check, { kind: 'search', pattern: 'LIMIT_KG' }],
      share: 1.04,
    },
    { says: 'The limit is 31 kg, and the check passes.', share: 1.05 },
  ],
}

const noting: Turn = {
  prompt: 'Write a note about both changes into docs/changes.md.',
  steps: [
    { says: 'One look at the depots.', acts: [read(depots)], share: 1.06 },
    {
      says: '',
      acts: [
        {
          kind: 'write',
          file: 'docs/changes.md',
          text: '# Changes\n\n- the surcharge is paid once\n- the limit is 31 kg\n',
        },
      ],
      share: 1.07,
    },
    { says: '', acts: [check, plan(3)], share: 1.08 },
    { says: 'The note is written.', share: 1.09 },
  ],
}

const closing: Turn = {
  prompt: 'Which rules did I give you?',
  steps: [{ says: 'Check after each change, and never edit src/generated.', share: 1.1 }],
}

/** The turns of the scenario that every agent plays. The person condenses by hand before the last one. */
export const turns = [mending, limiting, noting, closing] as const

/** What the summary of a number says. Gemini CLI and Qwen Code want it in a tag of this name. */
export function summaryText(number: number): string {
  return `<state_snapshot>
Summary ${number}.
Goal: the surcharge is paid once and the limit is 31 kg.
Rules: run node tools/check.mjs after each change, never edit src/generated.
Done: src/price.ts adds the surcharge once.
Next: whatever is asked.
</state_snapshot>`
}
