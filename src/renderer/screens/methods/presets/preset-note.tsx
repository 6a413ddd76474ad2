import { Button } from '@mantine/core'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { MethodRow } from '../../../lib/list-methods.ts'
import { Block, Note, Row } from '../../../ui/layout/layout.tsx'
import type { PresetController } from './use-preset-controller.ts'

type PresetNoteProps = { readonly controller: PresetController; readonly rows: readonly MethodRow[] }

/** What the chosen preset does, or how custom settings can be saved, and the last action. */
export function PresetNote({ controller, rows }: PresetNoteProps) {
  const { matched, changedFrom, canSave, said, listProblem, readAgain, open } = controller
  return (
    <Row flex="none" wrap gap="xs sm" px="md" py={6} miw={0} line="bottom">
      <Note>{describeMatch(controller, rows)}</Note>
      {matched === null && canSave && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => open(changedFrom === null ? 'save' : 'update')}
        >
          {changedFrom === null ? 'Save as preset…' : `Save as version ${changedFrom.versions.length + 1}…`}
        </Button>
      )}
      {listProblem !== null && (
        <>
          <Note tone="bad" role="alert">
            Your presets could not be loaded: {listProblem.message}
          </Note>
          <Button variant="default" size="compact-xs" onClick={readAgain}>
            Retry
          </Button>
        </>
      )}
      <Block component="p" c="var(--text)" fz="xs" lh="16px" role="status">
        {said}
      </Block>
    </Row>
  )
}

function describeMatch(
  { matched, changedFrom, settings }: PresetController,
  rows: readonly MethodRow[],
): string {
  if (settings === null) return 'The JSON is incomplete, so nothing can be run.'
  if (matched !== null) return matched.isBuiltIn ? describeBuiltIn(matched, rows) : describeOwnPreset(matched)
  if (changedFrom === null) return 'Settings that are no preset.'
  return `Changed since version ${changedFrom.versions.length} of “${changedFrom.label}”.`
}

/** What it does, and what it follows where it follows something. */
function describeBuiltIn({ providerId, id, description }: PresetEntry, rows: readonly MethodRow[]): string {
  const row = rows.find(({ preset }) => preset.providerId === providerId && preset.id === id)
  const follows = row?.description ?? ''
  return follows === description ? description : `${description} ${follows}`.trim()
}

function describeOwnPreset({ description, versions }: PresetEntry): string {
  const note = versions.at(-1)?.note ?? ''
  const version = `Version ${versions.length}${note === '' ? '' : `: ${note}`}`
  return description === '' ? version : `${description} ${version}`
}
