import { describe, expect, it } from 'vitest';
import type { Integration, Route } from '#local/gateway/api-description';
import { RouteTree } from '#local/gateway/routing';

function proxy(functionKey: string): Integration {
  return { kind: 'proxy', functionKey, timeoutMs: 1000 };
}

function route(path: string, ...methods: string[]): Route {
  return { path, methods: new Map(methods.map((method) => [method, proxy(`${method} ${path}`)])) };
}

const tree = new RouteTree([
  route('/users', 'GET', 'ANY'),
  route('/users/{userId}', 'GET', 'ANY'),
  route('/users/{userId}/kyc', 'POST'),
  route('/users/{userId}/cards/{cardId}', 'GET'),
  route('/transactions/{id}', 'GET'),
  route('/transactions/mock-testing-guide', 'GET'),
  route('/transactions/{id}/events', 'GET'),
  route('/', 'GET'),
]);

describe('routing', () => {
  it.each<[request: string, key: string, parameters: Record<string, string>]>([
    ['GET /users', 'GET /users', {}],
    ['GET /users/', 'GET /users', {}],
    ['GET /', 'GET /', {}],
    ['PUT /users', 'ANY /users', {}],
    ['OPTIONS /users', 'ANY /users', {}],
    ['GET /users/1', 'GET /users/{userId}', { userId: '1' }],
    ['POST /users/1/kyc', 'POST /users/{userId}/kyc', { userId: '1' }],
    ['GET /users/1/cards/2', 'GET /users/{userId}/cards/{cardId}', { userId: '1', cardId: '2' }],
    ['GET /transactions/mock-testing-guide', 'GET /transactions/mock-testing-guide', {}],
    ['GET /transactions/mock-testing-guides', 'GET /transactions/{id}', { id: 'mock-testing-guides' }],
    ['GET /transactions/mock-testing-guide/events', 'GET /transactions/{id}/events', { id: 'mock-testing-guide' }],
    ['GET /transactions/a%2Fb', 'GET /transactions/{id}', { id: 'a/b' }],
    ['GET /transactions/%E2%82%AC%20x', 'GET /transactions/{id}', { id: '€ x' }],
    ['GET /transactions/a%252Fb', 'GET /transactions/{id}', { id: 'a%2Fb' }],
    ['GET /transactions/..', 'GET /transactions/{id}', { id: '..' }],
  ])('%s', (request, key, parameters) => {
    const [method = '', path = ''] = request.split(' ');
    const match = tree.match(method, path);
    expect(match).toMatchObject({ kind: 'found', integration: { functionKey: key }, parameters });
  });

  it.each<[request: string, kind: string]>([
    ['GET /nowhere', 'unknown'],
    ['GET /Users', 'unknown'],
    ['GET //users', 'unknown'],
    ['GET /users//kyc', 'unknown'],
    ['DELETE /transactions/1', 'unknown'],
    ['GET /users/1/kyc/more', 'unknown'],
    ['GET /users/%zz', 'malformed'],
    ['GET /users/%E2%82', 'malformed'],
  ])('%s is %s', (request, kind) => {
    const [method = '', path = ''] = request.split(' ');
    expect(tree.match(method, path).kind).toBe(kind);
  });

  it('refuses two names for one level, as the gateway does', () => {
    expect(() => new RouteTree([route('/a/{x}', 'GET'), route('/a/{y}/b', 'GET')])).toThrow(
      'already has the parameter {x}',
    );
  });

  it('refuses a segment that it does not know', () => {
    expect(() => new RouteTree([route('/{proxy+}', 'ANY')])).toThrow('does not know the segment {proxy+}');
  });
});
