import { mergeSettings } from '../../../../../shared/methods/merge-settings.ts'
import type { Settings } from '../../../../../shared/methods/provider-types.ts'
import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import { findKeptMethod } from '../../../../methods/restore-method.ts'
import type { Chosen, UseTarget } from '../use-target.ts'
import { parseComposedSettings, readTriggerTokens } from './clears-outputs.ts'

/** A function around `condense` of Dewpoint's own library, which runs the very arm. */
export const dewpoint: UseTarget = {
  id: 'dewpoint',
  label: 'Dewpoint’s library',
  kind: 'framework',
  buildForm: (chosen) => {
    const { arm, settings, changed, at } = chosen
    if (arm.providerId === 'vendor')
      return noForm.otherVendor(arm.label, 'a library', 'its vendor makes it when it answers a request.')
    const composed = parseComposedSettings(chosen)
    const from = at?.tokens ?? (composed === null ? null : readTriggerTokens(composed))
    const isAsking = asksModel(chosen)
    const own = changed.reduce<Settings>(
      (all, path) => mergeSettings(all, selectSettings(settings, path)),
      {},
    )
    return {
      language: 'typescript',
      text: writeArmCode(arm, { own, from, isAsking }),
      place: 'whatever builds the messages of a request',
      at,
      packages: ['@dewpoint/condense'],
      notes: [
        useNotes.ownLibrary,
        ...(from === null ? [useNotes.everyRequest] : [useNotes.roughSize(from)]),
        ...(isAsking ? [useNotes.ownModel] : []),
      ],
    }
  },
}

/** Settings that hold nothing but the one at a path. */
function selectSettings(settings: Settings, path: string): Settings {
  const [key = '', ...below] = path.split('.')
  const value = settings[key]
  if (value === undefined) return {}
  // What has a path below it is a group.
  return { [key]: below.length === 0 ? value : selectSettings(value as Settings, below.join('.')) }
}

function asksModel({ arm, settings }: Chosen): boolean {
  return findKeptMethod({ providerId: arm.providerId, settings })?.mayAskModel ?? false
}

type Parts = { readonly own: Settings; readonly from: number | null; readonly isAsking: boolean }

function writeArmCode({ id, label }: Chosen['arm'], { own, from, isAsking }: Parts): string {
  const options = [
    `preset: '${id}'`,
    ...(Object.keys(own).length === 0
      ? []
      : [`settings: ${JSON.stringify(own, null, 2).replaceAll('\n', '\n    ')}`]),
    ...(from === null ? [] : [`atTokens: ${from}`]),
    ...(isAsking ? ['model'] : []),
  ]
  const imports = isAsking ? 'condense, type SummaryModel' : 'condense'
  const parameters = isAsking ? '\n  messages: M[],\n  model: SummaryModel<M>,\n' : 'messages: M[]'
  return `import { ${imports} } from '@dewpoint/condense'

/** ${label}. */
export async function condenseMessages<M extends object>(${parameters}): Promise<M[]> {
  const condensed = await condense(messages, {
${options.map((option) => `    ${option},\n`).join('')}  })
  return condensed.messages
}
`
}
