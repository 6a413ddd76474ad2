import type { OutcomeError, Warning } from '../../../../shared/condense/outcome-types.ts'
import type { SmartSettings } from '../../../../shared/methods/smart-settings-types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import type { LanguageModel } from '../../../kernel/language-model.ts'
import type { CondenseRequest, MethodServices } from '../../../kernel/method.ts'
import type { Pin } from '../../../kernel/pins/pin.ts'
import type { Stage } from '../../../kernel/stages/stage.ts'

/** What a pass works on: the conversation as the passes before it left it. */
export type PassContext = {
  readonly conversation: Conversation
  /** Per message of the conversation: where it stood when the provider was given it, if it is still that message. */
  readonly sourceIndices: readonly (number | null)[]
  readonly pins: readonly Pin[]
  readonly request: Pick<CondenseRequest, 'services' | 'signal'>
  readonly settings: SmartSettings
}

/** What a pass did. `operations` counts parts or messages by operation. */
export type PassRun =
  | {
      readonly kind: 'changed'
      readonly stage: Stage
      readonly operations: Readonly<Record<string, number>>
      readonly warnings: readonly Warning[]
    }
  | { readonly kind: 'idle'; readonly reason: string }
  | ({ readonly kind: 'failed' } & OutcomeError)

/** The model of the profile that a pass names, or that of the run where it names none. */
export function selectProfileModel(
  { model, findModel: find }: Pick<MethodServices, 'model' | 'findModel'>,
  apiProfile: string | undefined,
): LanguageModel {
  return apiProfile === undefined ? model : find(apiProfile)
}

/** The same model, which says with each request which operation of the settings asks. */
export function tagRequestsWithPlace(
  model: LanguageModel,
  place: readonly (string | number)[],
): LanguageModel {
  return { ...model, complete: (request) => model.complete({ ...request, place }) }
}
