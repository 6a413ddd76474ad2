import { Modal } from '@mantine/core'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ImportPresetForm } from './import-preset-form.tsx'
import { PresetVersions } from './preset-versions.tsx'
import { RemovePresetForm } from './remove-preset-form.tsx'
import { RenamePresetForm } from './rename-preset-form.tsx'
import { SavePresetForm } from './save-preset-form.tsx'
import { UpdatePresetForm } from './update-preset-form.tsx'
import type { PresetDesk } from './use-preset-desk.ts'

/** The dialog of the presets that is open, if one is. */
export function PresetDialogs({ desk }: { readonly desk: PresetDesk }) {
  const content = contentOf(desk)
  return (
    <Modal
      opened={content !== null}
      onClose={() => desk.close()}
      returnFocus={false}
      title={content?.title}
      size={desk.dialog === 'versions' ? 720 : 440}
    >
      {content?.body}
    </Modal>
  )
}

function contentOf(desk: PresetDesk) {
  const { dialog, provider, matched, changedFrom, problem } = desk
  const subject = matched ?? changedFrom
  switch (dialog) {
    case 'save':
      return { title: `New preset of ${provider.label}`, body: <SavePresetForm desk={desk} /> }
    case 'import':
      return { title: 'Import a preset', body: <ImportPresetForm desk={desk} /> }
    case 'problem':
      return problem && { title: 'That did not work', body: <ErrorPanel problem={problem} /> }
    case 'update':
      return (
        changedFrom && {
          title: `Version ${changedFrom.versions.length + 1} of “${changedFrom.label}”`,
          body: <UpdatePresetForm desk={desk} preset={changedFrom} />,
        }
      )
    case 'rename':
      return (
        subject && {
          title: `Rename “${subject.label}”`,
          body: <RenamePresetForm desk={desk} preset={subject} />,
        }
      )
    case 'versions':
      return (
        subject && {
          title: `Versions of “${subject.label}”`,
          body: <PresetVersions desk={desk} preset={subject} />,
        }
      )
    case 'remove':
      return (
        subject && { title: 'Remove this preset?', body: <RemovePresetForm desk={desk} preset={subject} /> }
      )
    case null:
      return null
  }
}
