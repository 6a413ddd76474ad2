import { Button } from '@mantine/core'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { Block, Note, Row } from '../../../ui/layout/layout.tsx'
import type { PresetController } from './use-preset-controller.ts'

/** What the chosen preset does, or how custom settings can be saved, and the last action. */
export function PresetNote({ controller }: { readonly controller: PresetController }) {
  const { matched, changedFrom, canSave, said, listProblem, readAgain, open } = controller
  return (
    <Row flex="1 1 160px" wrap gap="xs sm" mih={30} miw={0}>
      <Note>{describeMatch(controller)}</Note>
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

function describeMatch({ matched, changedFrom, settings }: PresetController): string {
  if (settings === null) return 'The JSON is incomplete, so nothing can be run.'
  if (matched !== null) return matched.isBuiltIn ? matched.description : describeOwnPreset(matched)
  if (changedFrom === null) return 'Custom settings.'
  return `Changed since version ${changedFrom.versions.length} of “${changedFrom.label}”.`
}

function describeOwnPreset({ description, versions }: PresetEntry): string {
  const note = versions.at(-1)?.note ?? ''
  const version = `Version ${versions.length}${note === '' ? '' : `: ${note}`}`
  return description === '' ? version : `${description} ${version}`
}
