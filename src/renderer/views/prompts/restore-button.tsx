import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { usePreference } from '../../data/use-preference.ts'
import { routes } from '../../lib/routes.ts'
import { draftKey, promptDraftSchema } from './use-prompt-draft.ts'

type RestoreButtonProps = { readonly promptId: string; readonly version: number; readonly text: string }

/** Begins the next version with the text of an old one; nothing is written until it is saved. */
export function RestoreButton({ promptId, version, text }: RestoreButtonProps) {
  const [, navigate] = useLocation()
  const [, store] = usePreference(draftKey(promptId), promptDraftSchema, null)
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      onClick={() => {
        store({ text, note: `As version ${version}` })
        navigate(routes.prompt(promptId), { replace: true })
      }}
    >
      Edit from version {version}
    </Button>
  )
}
