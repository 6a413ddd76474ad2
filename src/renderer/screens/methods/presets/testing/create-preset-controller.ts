import { vi } from 'vitest'
import type { PresetEntry } from '../../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../../shared/methods/provider-types.ts'
import type { PresetController } from '../use-preset-controller.ts'

/** The first version of `preset`. */
export const version = { version: 1, settings: { lines: 5 }, note: '', createdTs: 0 }
/** A preset with two versions. */
export const preset: PresetEntry = {
  providerId: 'cut',
  id: 'short',
  label: 'Short',
  description: 'Few lines',
  isBuiltIn: false,
  versions: [version, { ...version, version: 2, settings: { lines: 8 }, note: 'more room' }],
}

/** A controller that keeps what is done with it. */
export function createPresetController(patch: Partial<PresetController> = {}) {
  const done = vi.fn<PresetController['done']>()
  const apply = vi.fn<PresetController['apply']>()
  const controller: PresetController = {
    // The forms read the id and the defaults alone.
    provider: { id: 'cut', defaults: { lines: 1, tail: true } } as unknown as ProviderInfo,
    settings: { lines: 12, tail: true },
    canSave: true,
    presets: [preset],
    listProblem: null,
    readAgain: () => undefined,
    matched: null,
    changedFrom: preset,
    apply,
    prefer: () => undefined,
    dialog: 'save',
    open: () => undefined,
    close: () => undefined,
    said: '',
    done,
    ...patch,
  }
  return { controller, done, apply }
}
