import { z } from 'zod'

export const telemetryKinds = ['started', 'pass-finished', 'condensed', 'truncated', 'failed'] as const

/** One thing that happened while a history was condensed. Holds no content; kept with the run, sent nowhere. */
export const telemetryEventSchema = z.object({
  kind: z.enum(telemetryKinds),
  providerId: z.string(),
  /** The pass of `pass-finished`, the code of `failed`; empty otherwise. */
  detail: z.string(),
  /** A trigger decided, not a person. */
  isAutomatic: z.boolean(),
  usedCustomPrompt: z.boolean(),
  /** A profile with the condensing role (or one that the run named) was asked, not the main one. */
  usedOwnHandler: z.boolean(),
})
export type TelemetryEvent = Readonly<z.infer<typeof telemetryEventSchema>>
