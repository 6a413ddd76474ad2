import { z } from 'zod'
import { experimentIdPattern, explainIdFault, refuseNames } from '../experiments/experiment-file-types.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { thresholdRange } from '../models/model-profile-types.ts'

/** Policies that condense with nothing of their own: never, and as it was recorded. */
export const plainPolicyIds = ['none', 'recorded'] as const
export type PlainPolicyId = (typeof plainPolicyIds)[number]

/** Whether an id stands for a policy without a provider. */
export function isPlainPolicy(id: string): id is PlainPolicyId {
  return plainPolicyIds.some((plain) => plain === id)
}

/** The most that a policy tries after its provider. */
export const mostFallbacks = 8

/** What is tried where the provider fails or saves too little. */
const fallbackSchema = z.strictObject({
  provider: z.string().min(1).meta({ description: 'Id of a provider or a strategy.' }),
  preset: z.string().optional().meta({ description: 'Id of a preset, `id@version` for a certain version.' }),
  settings: settingsSchema.optional().meta({ description: 'Settings over those of the preset.' }),
})

/** The smallest context that an idle session is condensed at where nobody says otherwise, as in Claude Code. */
export const usualIdleTokens = 200_000
/** The smallest context that is condensed before a new task where nobody says otherwise. */
export const usualTaskTokens = 50_000

const leastSizeSchema = z.int().min(0).max(100_000_000).optional()

/** What a policy may go by besides the size of its context. */
const triggerShape = {
  idle: z
    .strictObject({
      minutes: z.number().positive().max(100_000).optional().meta({
        description:
          'Minutes after the last answer. Nine tenths of what the vendor keeps its cache for where they are left out.',
      }),
      tokens: leastSizeSchema.meta({
        description: 'Only contexts of so many tokens. 200,000 where it is left out.',
      }),
    })
    .optional()
    .meta({ description: 'Condenses as well while nobody writes, before the cache is lost.' }),
  taskStart: z
    .strictObject({
      tokens: leastSizeSchema.meta({
        description: 'Only contexts of so many tokens. 50,000 where it is left out.',
      }),
    })
    .optional()
    .meta({
      description:
        'Condenses as well before a prompt that begins a new task: one with few words of the turn before.',
    }),
  prepare: z.number().min(thresholdRange.min).max(thresholdRange.max).optional().meta({
    description:
      'Percent of the window from which the result is prepared, to be there when the trigger is reached. What is written meanwhile stays behind it.',
  }),
}

/** Triggers that a replay is asked to try, each by a policy of its own. */
export const moreTriggersSchema = z.strictObject(triggerShape)
export type MoreTriggersEntry = Readonly<z.infer<typeof moreTriggersSchema>>

/** When to condense, and with what. */
export const replayPolicySchema = z
  .strictObject({
    id: z.string().regex(experimentIdPattern, { error: explainIdFault }).meta({
      description:
        'Short name of the policy. `none` never condenses, `recorded` sends what the agent sent. Neither takes another key.',
    }),
    arm: z.string().min(1).optional().meta({
      description: 'Id of a method, in the place of provider and preset. See `dewpoint arms`.',
    }),
    provider: z.string().min(1).optional().meta({ description: 'Id of a provider or a strategy.' }),
    preset: z
      .string()
      .optional()
      .meta({ description: 'Id of a preset, `id@version` for a certain version.' }),
    settings: settingsSchema
      .optional()
      .meta({ description: 'Settings that the preset or the defaults do not already give.' }),
    prompt: z.string().min(1).optional().meta({
      description:
        'A prompt of the library instead of the own one of the provider: `id`, `id@version`, or its name.',
    }),
    fallback: z.array(fallbackSchema).max(mostFallbacks).optional().meta({
      description: 'Tried in order where the provider fails or saves less than the minimum gain.',
    }),
    pins: z.boolean().optional().meta({
      description: 'Whether what is pinned in the task stays as it is. True where it is left out.',
    }),
    profile: z.string().optional().meta({
      description: 'Model profile to ask. `extractive` for the built-in summariser, which is the default.',
    }),
    target: z.int().positive().optional().meta({ description: 'Tokens to come down to.' }),
    window: z
      .int()
      .min(1000)
      .optional()
      .meta({ description: 'Tokens that the model takes. 200,000 where it is left out.' }),
    trigger: z.enum(['own', 'threshold']).optional().meta({
      description:
        'When it condenses: `own` as the agent of the method does, which is the default where it has a trigger of its own and no threshold is given, or `threshold` at a share of the window.',
    }),
    threshold: z.number().min(thresholdRange.min).max(thresholdRange.max).optional().meta({
      description:
        'Percent of the window at which it condenses, instead of a trigger of its own. 75 where it has none and this is left out.',
    }),
    ...triggerShape,
    inputLimit: z.int().min(1000).optional().meta({
      description: 'Tokens of input that the model takes, for triggers of agents that go by it.',
    }),
    maxTokens: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Output limit of the model, which is reserved. 8,192 where it is left out.' }),
    counter: z.enum(['full', 'roo-classic']).optional().meta({
      description:
        'How the trigger counts the last message: `full` as it is, `roo-classic` as Roo Code estimates it, half again and tool blocks as 0.',
    }),
    cacheSeconds: z.int().min(0).optional().meta({
      description:
        'How long the vendor keeps what a request sent after its last use, in seconds. As the record shows where it is left out, 300 at least.',
    }),
    summaryCall: z.enum(['fresh', 'same-prefix']).optional().meta({
      description:
        'How a summary is asked for: `same-prefix` by a request that begins as those of the agent do and reads their cache, `fresh` by one of its own. As the preset says where it is left out.',
    }),
    minimumGain: z.number().min(0).max(100).optional().meta({
      description: 'Percent that a condensation must save to be taken. Else that of the policy of runs.',
    }),
  })
  .superRefine(({ id, ...rest }, context) => {
    const refuse = (key: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (!isPlainPolicy(id)) {
      refuseNames(rest, refuse)
      return
    }
    for (const [key, value] of Object.entries(rest))
      if (value !== undefined) refuse(key, `has no place in the policy ${id}`)
  })
export type ReplayPolicyEntry = Readonly<z.infer<typeof replayPolicySchema>>

/** Policies that a replay compares; no two have the same id. */
export const replayPoliciesSchema = z
  .array(replayPolicySchema)
  .min(1)
  .max(50)
  .superRefine((policies, context) => {
    for (const [index, { id }] of policies.entries()) {
      if (policies.findIndex((other) => other.id === id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `${id} stands here twice` })
    }
  })

/** A file of policies as a person writes it. */
export const replayPolicyFileSchema = z.strictObject({
  $schema: z.string().optional().meta({ description: 'For editors. Not read.' }),
  policies: replayPoliciesSchema.meta({ description: 'Ways to condense that a task is played with.' }),
})
