import { expect, it } from 'vitest';
import { ROLES } from '@/lib/contract/permissions';
import { type MembershipChange, whyNotChanged, whyNotGiven } from '@/lib/resources/members/rules';

// docs/contract/callers.md#members

const change = (given: Partial<MembershipChange>) =>
  whyNotChanged({ by: 'owner', isOwn: false, from: 'member', to: 'admin', owners: 2, ...given });

it('lets owners change and remove everybody but the last owner', () => {
  for (const from of ROLES) {
    for (const to of [...ROLES, null]) expect(change({ from, to })).toBeNull();
  }
  for (const to of ['admin', 'member', null] as const) {
    expect(change({ from: 'owner', to, owners: 1 })).toMatch('last owner');
    expect(change({ from: 'owner', to, owners: 1, isOwn: true })).toMatch('last owner');
  }
  expect(change({ from: 'owner', to: 'owner', owners: 1 })).toBeNull();
});

it('keeps owners from admins', () => {
  for (const from of ['admin', 'member'] as const) {
    for (const to of ['admin', 'member', null] as const) {
      expect(change({ by: 'admin', from, to })).toBeNull();
    }
    expect(change({ by: 'admin', from, to: 'owner' })).toMatch('Only owners');
  }
  for (const to of [...ROLES, null]) {
    expect(change({ by: 'admin', from: 'owner', to })).toMatch('Only owners');
  }
});

it('lets members do nothing but leave', () => {
  for (const from of ROLES) {
    for (const to of [...ROLES, null]) {
      expect(change({ by: 'member', from, to })).not.toBeNull();
    }
  }
  expect(change({ by: 'member', from: 'member', to: null, isOwn: true })).toBeNull();
  expect(change({ by: 'member', from: 'member', to: 'admin', isOwn: true })).not.toBeNull();
});

it('lets owners alone give the role owner', () => {
  for (const by of ROLES) {
    expect(whyNotGiven(by, 'owner') === null).toBe(by === 'owner');
    expect(whyNotGiven(by, 'admin')).toBeNull();
  }
});
