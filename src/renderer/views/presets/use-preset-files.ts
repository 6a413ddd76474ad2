import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { downloadText } from '../../components/download-text.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import type { PresetDesk } from './use-preset-desk.ts'

/** Copies within the library and out of it. What fails is shown by the desk. */
export function usePresetFiles(desk: PresetDesk): {
  readonly duplicate: (preset: PresetEntry) => Promise<void>
  readonly download: (preset: PresetEntry) => Promise<void>
} {
  const { client } = useEngine()
  const refresh = useRefresh()
  const shown =
    (work: (preset: PresetEntry) => Promise<void>) =>
    (preset: PresetEntry): Promise<void> =>
      work(preset).catch(desk.fail)
  return {
    duplicate: shown(async ({ providerId, id }) => {
      const copy = await client.presets.duplicate({ providerId, id })
      await refresh('presets')
      if (desk.changedFrom === null) desk.prefer(copy)
      desk.done(`Saved as “${copy.label}”.`, 'presets')
    }),
    download: shown(async ({ providerId, id }) => {
      const { fileName, text } = await client.presets.export({ providerId, id })
      downloadText(fileName, text)
      desk.done(`Exported as ${fileName}.`, 'presets')
    }),
  }
}
