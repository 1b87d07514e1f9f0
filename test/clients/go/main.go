// The smoke journey with a client of openapi-generator for Go. It prints the id of the on-ramp that it has made.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.com/partner/ramp"
)

func main() {
	id, err := journey(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(id)
}

func journey(ctx context.Context) (string, error) {
	configuration := ramp.NewConfiguration()
	configuration.Servers = ramp.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.AddDefaultHeader("partner-api-key", os.Getenv("PARTNER_API_KEY"))
	client := ramp.NewAPIClient(configuration)

	newUser := ramp.NewCreateUserRequest(ramp.USERTYPE_INDIVIDUAL, os.Getenv("USER_EMAIL"))
	created, _, err := client.UsersAPI.CreateUser(ctx).CreateUserRequest(*newUser).Execute()
	if err != nil {
		return "", fmt.Errorf("create the user: %w", err)
	}
	userId := created.Data.UserId

	decision := ramp.NewDecideVerificationRequest("VERIFIED")
	user, _, err := client.SandboxAPI.DecideVerification(ctx, userId).DecideVerificationRequest(*decision).Execute()
	if err != nil {
		return "", fmt.Errorf("verify the user: %w", err)
	}
	if user.Data.KycStatus != ramp.KYCSTATUS_VERIFIED {
		return "", fmt.Errorf("the user is %s", user.Data.KycStatus)
	}

	if _, err := lock(ctx, client, 3000000000.25); err != nil {
		return "", err
	}
	quoteId, err := lock(ctx, client, 10.01)
	if err != nil {
		return "", err
	}

	order := ramp.NewCreateOnRampRequest(userId)
	order.SetQuoteId(quoteId)
	order.SetDestinationWalletAddress("0x52908400098527886E0F7030069857D2E4169EE7")
	onRamp, _, err := client.OnRampAPI.CreateOnRamp(ctx).IdempotencyKey("order-of-" + userId).CreateOnRampRequest(*order).Execute()
	if err != nil {
		return "", fmt.Errorf("create the on-ramp: %w", err)
	}

	page, _, err := client.TransactionsAPI.ListTransactions(ctx).UserId(userId).Execute()
	if err != nil {
		return "", fmt.Errorf("list transactions: %w", err)
	}
	if len(page.Data.Data) != 1 || page.Data.Data[0].OnRampItem == nil || page.Data.Data[0].OnRampItem.Id != onRamp.Data.Id {
		return "", fmt.Errorf("the list has %d items, or another one", len(page.Data.Data))
	}

	_, _, err = client.TransactionsAPI.GetTransaction(ctx, userId).Execute()
	var refusal *ramp.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		return "", fmt.Errorf("a transaction that does not exist: %v", err)
	}
	if problem, isProblem := refusal.Model().(ramp.Error); !isProblem || problem.Code != ramp.ERRORCODE_TRANSACTION_NOT_FOUND {
		return "", fmt.Errorf("another refusal: %s", refusal.Body())
	}
	return onRamp.Data.Id, nil
}

// lock locks a quote for an amount in pesos, which has to come back unchanged.
func lock(ctx context.Context, client *ramp.APIClient, pesos float64) (string, error) {
	request := ramp.NewCreateQuoteRequest("ON_RAMP", ramp.FIATCURRENCY_MXN, "USDC", "POL")
	request.SetFiatAmount(pesos)
	quote, _, err := client.QuotesAPI.CreateQuote(ctx).CreateQuoteRequest(*request).Execute()
	if err != nil {
		return "", fmt.Errorf("lock a quote: %w", err)
	}
	if quote.Data.FiatAmount != pesos {
		return "", fmt.Errorf("%v MXN came back as %v", pesos, quote.Data.FiatAmount)
	}
	return quote.Data.QuoteId, nil
}
