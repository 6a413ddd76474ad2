import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../data/engine-context.ts'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import {
  describePromptReference,
  PromptReferenceSelect,
} from '../../ui/components/form/prompt-reference-select.tsx'
import type { FieldProps } from './read-draft.ts'

type PromptFieldProps = FieldProps & { readonly inherited: string | null }

/** What this profile is asked with for summaries. */
export function PromptField({ draft, change, inherited }: PromptFieldProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Prompt"
      layout="stack"
      note="Used for summaries by this model when neither the run nor its settings name a prompt."
    >
      <PromptReferenceSelect
        label="Condensing prompt"
        value={draft.condensingPrompt}
        noneLabel={`Inherit (${describePromptReference(inherited, prompts)})`}
        prompts={prompts}
        onChange={(condensingPrompt) => change({ condensingPrompt })}
      />
    </FormSection>
  )
}
