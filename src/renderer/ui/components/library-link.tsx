import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { routes } from '../../lib/routes.ts'

/** A link to the Library, for screens whose task or run is missing. */
export function LibraryLink() {
  return (
    <Button component={Link} href={routes.library} variant="default">
      Go to the Library
    </Button>
  )
}
