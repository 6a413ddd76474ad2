import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { UsePlan, UseTargetInfo } from '../../../../shared/take-home/use-plan-types.ts'
import type { SettingsPlace } from '../../../kernel/policy/agents-own-ways.ts'
import type { SettingsChange } from './settings-text/settings-change.ts'

/** An arm with what a person chose of it. */
export type Chosen = Readonly<{
  arm: ArmInfo
  /** Complete. */
  settings: Settings
  /** Paths of the settings that are not those of the arm. */
  changed: readonly string[]
  /** The size to condense at; null where nobody named one. */
  at: UsePlan['at']
}>

/** How an arm leaves Dewpoint for one target. */
export type UseForm = Pick<UsePlan, 'language' | 'text' | 'place' | 'notes' | 'at'> &
  Readonly<{
    /** Packages that it is for. */
    packages?: readonly string[]
    /** What to put into which file; left out where nothing can be written for a person. */
    settings?: Readonly<{
      file: Extract<SettingsPlace, { kind: 'file' }>
      changes: readonly SettingsChange[]
    }>
  }>

/** Why an arm cannot be used somewhere, in words for a person. */
export type NoForm = Readonly<{ reason: string; hint: string }>

/** Where arms are used: an agent, a vendor or a framework. */
export type UseTarget = UseTargetInfo & Readonly<{ buildForm: (chosen: Chosen) => UseForm | NoForm }>

/** Whether there is no form. */
export function isNoForm(form: UseForm | NoForm): form is NoForm {
  return 'reason' in form
}
