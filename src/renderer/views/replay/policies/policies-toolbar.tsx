import { useQuery } from '@tanstack/react-query'
import { DraftButtons } from '../../../components/yaml-editor/draft-buttons.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { replayCommand } from '../replay-command.ts'
import { CommandButton } from './command-button.tsx'
import styles from './policies.module.css'
import { policyFileName } from './policy-file-name.ts'
import { SweepButton } from './sweep-button.tsx'
import { WindowOfAll } from './window-of-all.tsx'
import type { PolicyDraft } from './use-policy-draft.ts'

/** What can be done with the list of policies. Whatever replaces it can be undone. */
export function PoliciesToolbar({ draft }: { readonly draft: PolicyDraft }) {
  const { queries } = useEngine()
  const info = useQuery(queries.app.info.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data
  return (
    <div className={styles.bar} role="toolbar" aria-label="Policies">
      <SweepButton draft={draft} />
      <WindowOfAll draft={draft} />
      <span className={styles.spring} />
      <DraftButtons draft={draft} fresh={draft.fresh} freshLabel="Usual policies" fileName={policyFileName} />
      {info !== undefined && (
        <CommandButton
          command={replayCommand({ ...draft, info })}
          fileName={policyFileName}
          text={draft.text}
        />
      )}
    </div>
  )
}
