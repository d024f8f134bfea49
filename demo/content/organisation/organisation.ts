import type { DemoOrganisationPage } from '../types.ts'
import { aboutPages } from './about.ts'
import { peopleAndPlacesPages } from './people-and-places.ts'
import { termsPages } from './terms.ts'

/** All fourteen pages of the section about the organisation, in order. */
export const organisationPages: DemoOrganisationPage[] = [...aboutPages, ...peopleAndPlacesPages, ...termsPages]
