'use client';

import { useTranslations } from 'next-intl';

const CATEGORIES = [
  'conventions',
  'project-notes',
  'plans',
  'events',
  'profile',
  'contacts',
  'preferences',
] as const;
const TAGS = [
  'rules',
  'software',
  'pets',
  'health',
  'travel',
  'food',
  'family',
  'colleagues',
  'friends',
  'study',
  'work',
  'music',
  'games',
  'sports',
  'books-films',
  'arts',
  'home',
  'money',
  'things',
  'nature',
  'events',
  'general',
  'correction',
  'remember',
] as const;
const ROLES = ['user', 'assistant', 'tool', 'system'] as const;

/** The hub's own categories and tags in the language of the page; words that people chose stay as they are. */
export function useTerms(): { categoryName: (value: string) => string; tagName: (value: string) => string } {
  const t = useTranslations('terms');
  return {
    categoryName: (value) => {
      const known = CATEGORIES.find((category) => category === value);
      return known === undefined ? value : t(`category.${known}`);
    },
    tagName: (value) => {
      const known = TAGS.find((tag) => tag === value);
      return known === undefined ? value : t(`tag.${known}`);
    },
  };
}

/** Who spoke: a name, or the role in the language of the page where the client sent nothing but the role. */
export function useSpeakerName(): (speaker: string) => string {
  const t = useTranslations('terms');
  return (speaker) => {
    const role = ROLES.find((known) => known === speaker);
    return role === undefined ? speaker : t(`speaker.${role}`);
  };
}
