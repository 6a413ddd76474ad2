import { Select, TextInput } from '@mantine/core'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import type { FieldProps } from './read-draft.ts'

type RecordingFieldsProps = FieldProps & { readonly names: Readonly<Record<string, string>> }

/** Where recorded answers are kept, and who is asked for one that is missing. */
export function RecordingFields({ draft, issues, change, names }: RecordingFieldsProps) {
  const others = Object.entries(names).filter(([id]) => id !== draft.id)
  return (
    <FormSection
      title="Recording"
      note="Answers in the file are replayed at no cost and without a key. A missing one is requested from the profile below and stored. Without a profile the run fails."
    >
      <TextInput
        style={{ gridColumn: '1 / -1' }}
        label="File of answers"
        placeholder="/home/me/answers.jsonl"
        value={draft.recordingFile}
        error={issues['recordingFile']}
        spellCheck={false}
        onChange={(event) => change({ recordingFile: event.currentTarget.value })}
      />
      <Select
        style={{ gridColumn: 'span 2' }}
        label="Profile for missing answers"
        placeholder="none: the run fails"
        data={others.map(([value, label]) => ({ value, label }))}
        value={draft.recordingProfileId}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the profile' }}
        onChange={(recordingProfileId) => change({ recordingProfileId })}
      />
    </FormSection>
  )
}
