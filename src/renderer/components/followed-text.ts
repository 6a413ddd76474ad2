import type { PresetOrigin } from '../../shared/domain/provider.ts'
import { certaintyText } from '../../shared/words/arms.ts'

/** What an arm or a preset follows and how closely, `exact: openai/codex, …`; how closely alone where room is short. */
export function followedText(
  source: string | null,
  certainty: PresetOrigin['certainty'] | null,
  isWide: boolean,
): string {
  if (source === null || certainty === null) return 'Dewpoint’s own'
  return isWide ? `${certaintyText(certainty)}: ${source}` : certaintyText(certainty)
}
