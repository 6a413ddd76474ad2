import { useQuery } from '@tanstack/react-query'
import { FormSection } from '../../components/form-section.tsx'
import { promptName, PromptReferenceSelect } from '../../components/prompt-reference-select.tsx'
import { useEngine } from '../../data/engine-context.ts'
import type { FieldProps } from './field-props.ts'

type PromptFieldProps = FieldProps & { readonly inherited: string | null }

/** What this profile is asked with for summaries. */
export function PromptField({ draft, change, inherited }: PromptFieldProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Prompt"
      layout="stack"
      note="For summaries of conversations by this profile, where neither a run nor its settings have a prompt."
    >
      <PromptReferenceSelect
        label="Condensing prompt"
        value={draft.condensingPrompt}
        noneLabel={`Inherit (${promptName(inherited, prompts)})`}
        prompts={prompts}
        onChange={(condensingPrompt) => change({ condensingPrompt })}
      />
    </FormSection>
  )
}
