import { Switch } from '@mantine/core'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import type { FieldProps } from './read-draft.ts'

/** How much the model takes and gives, and how long it may take. */
export function LimitFields({ draft, issues, change }: FieldProps) {
  return (
    <FormSection title="Limits">
      <FigureInput
        label="Window"
        unit="tok"
        isWhole
        value={draft.windowTokens}
        error={issues['windowTokens']}
        onChange={(windowTokens) => change({ windowTokens })}
      />
      <FigureInput
        label="Longest answer"
        unit="tok"
        isWhole
        value={draft.maxOutputTokens}
        error={issues['maxOutputTokens']}
        onChange={(maxOutputTokens) => change({ maxOutputTokens })}
      />
      <FigureInput
        label="Idle timeout"
        unit="s"
        value={draft.timeoutSeconds}
        error={issues['timeoutSeconds']}
        onChange={(timeoutSeconds) => change({ timeoutSeconds })}
      />
      <Switch
        pt={23}
        label="Takes images"
        checked={draft.supportsImages}
        onChange={(event) => change({ supportsImages: event.currentTarget.checked })}
      />
    </FormSection>
  )
}
