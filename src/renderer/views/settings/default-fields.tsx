import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormSection } from '../../components/form-section.tsx'
import { PromptReferenceSelect } from '../../components/prompt-reference-select.tsx'
import { useEngine } from '../../data/engine-context.ts'
import type { PolicyDraft } from './policy-draft.ts'
import styles from './settings-view.module.css'

type DefaultFieldsProps = {
  readonly draft: PolicyDraft
  readonly change: (patch: Partial<PolicyDraft>) => void
}

/** What a run does that names neither a provider nor a prompt. */
export function DefaultFields({ draft, change }: DefaultFieldsProps) {
  const { queries } = useEngine()
  const providers = useQuery(queries.providers.list.queryOptions()).data ?? []
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Defaults"
      layout="stack"
      note="Used when a run names no provider, and when neither the run, its settings nor its profile has a prompt. Experiments and replays use only what their file says."
    >
      <div className={styles.selects}>
        <Select
          label="Provider"
          w={200}
          data={providers.map(({ id, label }) => ({ value: id, label }))}
          value={draft.defaultProvider}
          allowDeselect={false}
          onChange={(defaultProvider) => defaultProvider !== null && change({ defaultProvider })}
        />
        <PromptReferenceSelect
          label="Condensing prompt"
          value={draft.condensingPrompt}
          noneLabel="Built-in"
          prompts={prompts}
          onChange={(condensingPrompt) => change({ condensingPrompt })}
        />
      </div>
    </FormSection>
  )
}
