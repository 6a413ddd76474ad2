import { findMethod } from '../../../src/main/methods/methods.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import { counted, modelSaying, runAlone } from '../run-alone.ts'
import { summaryText } from '../scenario.ts'

/** An arm that copies are made by. */
type ResumeArm = {
  readonly id: string
  readonly condense: (messages: readonly Message[]) => Promise<readonly Message[]>
}

/** Half of the messages gone, old results cleared, and a summary that was written before. */
export const resumeArms: readonly ResumeArm[] = [
  arm('sliding-window', 'classic'),
  arm('truncation', 'suppress'),
  arm('native', 'current'),
]

function arm(providerId: string, presetId: string): ResumeArm {
  return {
    id: `${providerId}: ${presetId}`,
    async condense(messages) {
      const provider = findMethod(providerId)
      const preset = provider?.presets.find(({ id }) => id === presetId)
      if (provider === undefined || preset === undefined) throw new Error(`no arm is called ${providerId}`)
      const { condensed, summary } = await runAlone(
        provider,
        preset.settings,
        counted(messages),
        modelSaying([summaryText(1)]),
      )
      if (condensed === null)
        throw new Error(`${providerId}: ${summary.error?.message ?? summary.reason ?? ''}`)
      return condensed.conversation.messages
    },
  }
}
